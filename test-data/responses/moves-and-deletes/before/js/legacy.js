var old = true;
