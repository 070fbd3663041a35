/** A document in a sheet, where it is accepted: the same text as its page. */
export const loadDocumentSheet = () => import('./document-sheet.tsx')

/** What changed of a document since it was accepted, shown once over home. */
export const loadDocumentChanged = () => import('./document-changed.tsx')
