mod law;
