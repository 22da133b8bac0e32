//! Where the nodes of a tree are drawn.

/// How far from the left each node stands, in leaves: leaves one beside the other, a parent in the middle above its children. The first node is the
/// root, and a node's children come after it.
pub(super) fn spread(children: &[Vec<usize>]) -> Vec<f32> {
    let mut across = vec![0.0_f32; children.len()];
    let mut leaves = 0.0;
    let mut way: Vec<(usize, bool)> = (!children.is_empty()).then_some((0, false)).into_iter().collect();
    while let Some((at, done)) = way.pop() {
        match children[at].as_slice() {
            [] => {
                across[at] = leaves;
                leaves += 1.0;
            }
            [first, .., last] if done => across[at] = f32::midpoint(across[*first], across[*last]),
            [only] if done => across[at] = across[*only],
            below => {
                way.push((at, true));
                way.extend(below.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    across
}

/// The places of nodes of which each but the first names its parent, which comes before it: from the left in leaves, and from above in plies.
pub(super) fn places(parents: &[Option<usize>]) -> Vec<(f32, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut plies = vec![0; parents.len()];
    for (node, &parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[parent].push(node);
            plies[node] = plies[parent] + 1;
        }
    }
    spread(&children).into_iter().zip(plies).collect()
}
