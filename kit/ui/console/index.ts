export * from './console-frame.tsx'
export * from './fact-table.tsx'
export * from './key-hint.tsx'
export * from './review-panes.tsx'
