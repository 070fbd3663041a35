export * from './drawing.ts'
export * from './hours.ts'
export * from './place.ts'
export * from './place-problem.ts'
