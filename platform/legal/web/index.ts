/** A document in a sheet, where it is accepted: the same text as its page. */
export const loadDocumentSheet = () => import('./document-sheet.tsx')
