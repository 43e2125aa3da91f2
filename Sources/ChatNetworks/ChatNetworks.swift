// ChatNetworks
