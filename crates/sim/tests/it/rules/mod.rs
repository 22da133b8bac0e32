mod position_data;
