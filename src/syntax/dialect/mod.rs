//! One file per dialect.
