// TextAnalysis
