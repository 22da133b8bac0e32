mod dead;
