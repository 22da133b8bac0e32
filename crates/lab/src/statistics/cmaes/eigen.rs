//! Eigenvalues and eigenvectors of a symmetric matrix.

/// Returns the eigenvalues of a symmetric n × n matrix (row by row), and its unit eigenvectors, one per row.
// CITE: C. G. J. Jacobi (1846), with the cyclic order and the rotations of W. H. Press et al., "Numerical
// recipes", section 11.1.
pub(super) fn eigen(mut a: Vec<f64>, n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut vectors = vec![0.0; n * n];
    (0..n).for_each(|i| vectors[i * n + i] = 1.0);
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let off = a[p * n + q];
                // An element below the rounding errors of its two diagonal elements counts as 0.
                if off.abs() <= f64::EPSILON * 1e-2 * (a[p * n + p].abs() * a[q * n + q].abs()).sqrt() {
                    continue;
                }
                rotated = true;
                let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * off);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (kp, kq) = (a[k * n + p], a[k * n + q]);
                    (a[k * n + p], a[k * n + q]) = (c * kp - s * kq, s * kp + c * kq);
                }
                for k in 0..n {
                    let (pk, qk) = (a[p * n + k], a[q * n + k]);
                    (a[p * n + k], a[q * n + k]) = (c * pk - s * qk, s * pk + c * qk);
                    let (pk, qk) = (vectors[p * n + k], vectors[q * n + k]);
                    (vectors[p * n + k], vectors[q * n + k]) = (c * pk - s * qk, s * pk + c * qk);
                }
                (a[p * n + q], a[q * n + p]) = (0.0, 0.0);
            }
        }
        if !rotated {
            break;
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), vectors)
}

/// Largest number of sweeps over the matrix. Ten are usually enough.
const MAX_SWEEPS: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_are_scaled_by_their_eigenvalues() {
        let a = vec![4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0];
        let (values, vectors) = eigen(a.clone(), 3);
        for (value, vector) in values.iter().zip(vectors.chunks(3)) {
            let image: Vec<f64> =
                a.chunks(3).map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect();
            assert!(image.iter().zip(vector).all(|(image, part)| (image - value * part).abs() < 1e-12));
        }
        assert!((values.iter().sum::<f64>() - 9.0).abs() < 1e-12);
    }
}
