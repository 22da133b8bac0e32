// Links as bands. Those between stones that are not neighbours lie on the board: stones hide them by their depth.

// What a camera that shows several boards sees of one.
struct Sight {
    clip_from_world: mat4x4<f32>,
    // The pixels of the board: the upper left corner, width and height.
    pixels: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> sight: Sight;

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
    return Band(sight.clip_from_world * vec4<f32>(position, 1.0), shape, color);
}

@fragment
fn fragment(in: Band) -> @location(0) vec4<f32> {
    let at = in.clip.xy - sight.pixels.xy;
    if any(at < vec2<f32>(0.0)) || any(at > sight.pixels.zw) {
        discard;
    }
    let inside = saturate((1.0 - length(in.shape)) / fwidth(in.shape.x));
    return vec4<f32>(in.color.rgb, in.color.a * inside);
}
