//! The folder in which the program keeps what belongs to its user.

use std::path::PathBuf;

/// `tabiya` in the folder that the system has for such data, whether it is there or not; none if the system has no place for it.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        set("APPDATA")
    } else {
        // A relative path there is invalid by its specification.
        let base = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
        base.or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
    };
    data.map(|data| data.join("tabiya"))
}
