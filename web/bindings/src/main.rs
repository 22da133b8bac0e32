//! Makes the JavaScript and the code of the page: `stonefield-bindings FILE.wasm FOLDER`.

#![deny(warnings)]

use anyhow::Context;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (code, folder) = args.next().zip(args.next()).context("FILE.wasm FOLDER are missing")?;
    Bindgen::new()
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .out_name("stonefield")
        .input_path(code)
        .generate(folder)
}
