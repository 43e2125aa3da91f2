// Editorial
