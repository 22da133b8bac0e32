pub mod sgf_property;
