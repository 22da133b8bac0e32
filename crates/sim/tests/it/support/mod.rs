pub mod observation;
