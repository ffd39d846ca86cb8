//! The typed form as text, one line per node, for `explain`.

use super::node::Ir;
use std::fmt;

impl fmt::Display for Ir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..self.bools.len() {
            writeln!(f, "b{i} = {:?}", self.bools.at(i))?;
        }
        Ok(())
    }
}
