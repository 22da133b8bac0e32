// Links as bands over the stones.

#import bevy_pbr::mesh_view_bindings::view

struct Band {
    @builtin(position) clip: vec4<f32>,
    // From the middle line and, beyond its ends, along it: 1 is the edge.
    @location(0) shape: vec2<f32>,
    @location(1) color: vec4<f32>,
}

@vertex
fn vertex(
    @location(0) position: vec3<f32>,
    @location(1) shape: vec2<f32>,
    @location(2) color: vec4<f32>,
) -> Band {
    return Band(view.clip_from_world * vec4<f32>(position, 1.0), shape, color);
}

@fragment
fn fragment(in: Band) -> @location(0) vec4<f32> {
    let inside = saturate((1.0 - length(in.shape)) / fwidth(in.shape.x));
    return vec4<f32>(in.color.rgb, in.color.a * inside);
}
