//! Places of the nodes of a tree.

/// Returns the distance of each node from the left, in leaves. Leaves are side by side; a parent is in the
/// middle above its first and last child. Node 0 is the root, and each node comes before its children.
pub(super) fn leaf_offsets(children: &[Vec<usize>]) -> Vec<f32> {
    let mut offsets = vec![0.0_f32; children.len()];
    let mut leaves = 0.0;
    let mut stack: Vec<(usize, bool)> = (!children.is_empty()).then_some((0, false)).into_iter().collect();
    while let Some((node, done)) = stack.pop() {
        match children[node].as_slice() {
            [] => {
                offsets[node] = leaves;
                leaves += 1.0;
            }
            [first, .., last] if done => offsets[node] = f32::midpoint(offsets[*first], offsets[*last]),
            [only] if done => offsets[node] = offsets[*only],
            below => {
                stack.push((node, true));
                stack.extend(below.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    offsets
}

/// Returns the place of each node: leaves from the left, and plies from the root. Each node except the first
/// has its parent, which comes before it.
pub(super) fn places(parents: &[Option<usize>]) -> Vec<(f32, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut plies = vec![0; parents.len()];
    for (node, &parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[parent].push(node);
            plies[node] = plies[parent] + 1;
        }
    }
    leaf_offsets(&children).into_iter().zip(plies).collect()
}
