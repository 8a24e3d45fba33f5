"""Files and devices: folders, disks, channels, records."""
