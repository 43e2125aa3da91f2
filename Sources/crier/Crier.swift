@main struct Crier { static func main() {} }
