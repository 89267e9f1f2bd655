int x;
int y = 2;
