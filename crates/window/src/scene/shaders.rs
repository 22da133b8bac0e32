//! Shaders of `assets/shaders`, embedded in the program.

use bevy::app::App;
use bevy::asset::io::embedded::EmbeddedAssetRegistry;
use bevy::asset::{AssetPath, AssetServer, Handle};
use bevy::ecs::prelude::*;
use bevy::shader::{Shader, ShaderRef};
use std::path::{Path, PathBuf};

/// Expands to an array of pairs: name and text of each shader.
macro_rules! embedded {
    ($($name:literal),+) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/shaders/", $name)))),+]
    };
}

const SHADERS: [(&str, &str); 4] = embedded!["common.wgsl", "low.wgsl", "high.wgsl", "lines.wgsl"];

/// Shader of the panels for software adapters.
pub(super) const PANELS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/shaders/panels.wgsl"));

/// Handle of the shader that the others import, so that it stays loaded.
#[derive(Resource)]
struct Library(#[expect(dead_code, reason = "it is held, not read")] Handle<Shader>);

pub(super) fn plugin(app: &mut App) {
    let world = app.world_mut();
    if let Some(registry) = world.get_resource_mut::<EmbeddedAssetRegistry>() {
        for (name, text) in SHADERS {
            let path = Path::new("stonefield/shaders").join(name);
            registry.insert_asset(PathBuf::from("assets/shaders").join(name), &path, text.as_bytes());
        }
    }
    if let Some(server) = world.get_resource::<AssetServer>() {
        let library = server.load(path("common.wgsl"));
        world.insert_resource(Library(library));
    }
}

fn path(name: &str) -> AssetPath<'static> {
    AssetPath::from(format!("embedded://stonefield/shaders/{name}"))
}

/// Returns the path of an embedded shader.
pub(super) fn shader(name: &str) -> ShaderRef {
    ShaderRef::Path(path(name))
}
