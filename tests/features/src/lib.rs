//! Nothing: this package is the list of features in its manifest.
