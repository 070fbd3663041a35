export * from './case-parts.tsx'
