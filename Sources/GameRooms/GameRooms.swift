// GameRooms
