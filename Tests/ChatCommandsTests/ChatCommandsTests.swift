// ChatCommands
