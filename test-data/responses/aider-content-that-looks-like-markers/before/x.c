int x;
<<<<<<< HEAD
int y = 1;
=======
int y = 2;
>>>>>>> feature
