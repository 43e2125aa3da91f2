// Games
