// Links as bands over the stones.

#import bevy_pbr::mesh_view_bindings::view

struct Band {
    @builtin(position) clip: vec4<f32>,
    @location(0) across: f32,
    @location(1) color: vec4<f32>,
}

@vertex
fn vertex(
    @location(0) position: vec3<f32>,
    @location(1) across: vec2<f32>,
    @location(2) color: vec4<f32>,
) -> Band {
    return Band(view.clip_from_world * vec4<f32>(position, 1.0), across.x, color);
}

@fragment
fn fragment(in: Band) -> @location(0) vec4<f32> {
    let away = abs(in.across);
    let px = fwidth(in.across);
    let band = saturate((1.0 - away) / px);
    let line = saturate((0.62 - away) / px + 0.5);
    return vec4<f32>(in.color.rgb * mix(0.14, 1.0, line), in.color.a * band * mix(0.75, 1.0, line));
}
