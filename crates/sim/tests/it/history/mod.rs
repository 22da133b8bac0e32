mod fork;
mod record;
mod retell;
mod timeline;
