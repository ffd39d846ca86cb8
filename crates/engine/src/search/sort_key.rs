//! Sort keys, and the order that they put games in.

use super::results::ValueType;
use super::scratch::SortValue;

/// A sort key of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortKey {
    /// Its name in header comments, as CQL 6.2 forms it: the documentation text, else `<sort-id-1>` and so on.
    pub name: String,
    /// A name for people: the documentation text, else the expression.
    pub label: String,
    /// True if the smallest value is the best.
    pub min: bool,
    /// True if header comments leave it out.
    pub quiet: bool,
    /// True if it is the header's `sort matchcount`.
    pub match_count: bool,
    /// The type of its values: numbers or texts.
    pub value: ValueType,
}

impl SortKey {
    /// Appends the place of a value as bytes: compared byte by byte, the best value comes first and no value last. The places of
    /// several keys, most important first, are one after the other.
    pub fn push_place(&self, value: Option<&SortValue>, out: &mut Vec<u8>) {
        let Some(value) = value else { return out.push(1) };
        out.push(0);
        let start = out.len();
        match value {
            SortValue::Number(n) => out.extend((n.cast_unsigned() ^ (1 << 63)).to_be_bytes()),
            SortValue::Text(text) => {
                for byte in text.bytes() {
                    out.push(byte);
                    if byte == 0 {
                        out.push(1);
                    }
                }
                out.extend([0, 0]);
            }
        }
        if !self.min {
            out[start..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(min: bool, values: &[Option<SortValue>]) -> Vec<usize> {
        let key = SortKey {
            name: "x".into(),
            label: "x".into(),
            min,
            quiet: false,
            match_count: false,
            value: ValueType::Number,
        };
        let mut keys: Vec<(Vec<u8>, usize)> = Vec::new();
        for (i, value) in values.iter().enumerate() {
            let mut bytes = Vec::new();
            key.push_place(value.as_ref(), &mut bytes);
            keys.push((bytes, i));
        }
        keys.sort();
        keys.into_iter().map(|(_, i)| i).collect()
    }

    #[test]
    fn keys_are_ordered_as_their_values() {
        let number = |n| Some(SortValue::Number(n));
        let numbers = [number(3), None, number(-7), number(i64::MAX), number(0)];
        assert_eq!(order(false, &numbers), [3, 0, 4, 2, 1]);
        assert_eq!(order(true, &numbers), [2, 4, 0, 3, 1]);
        let text = |t: &str| Some(SortValue::Text(t.into()));
        let texts = [text("b"), text(""), text("a\0b"), text("a"), None, text("ab")];
        assert_eq!(order(true, &texts), [1, 3, 2, 5, 0, 4]);
        assert_eq!(order(false, &texts), [0, 5, 2, 3, 1, 4]);
    }
}
