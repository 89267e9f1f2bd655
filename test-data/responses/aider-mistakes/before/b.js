let b;
