export * from './article.ts'
export * from './rich-text.ts'
export * from './words-problem.ts'
