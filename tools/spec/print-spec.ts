import { type Compared, compareCalls, comparePages } from './compare.ts'
import { readCalls, readPages } from './read-built.ts'

/** `npm run spec`: how many calls and pages of the specification are built, and each that is not, by name. */
function print(what: string, { asked, built, missing }: Compared): void {
  console.log(`${what}: ${built} of ${asked}`)
  for (const [area, names] of Object.entries(missing))
    console.log(`  missing, ${area}:\n${names.map((name) => `    ${name}`).join('\n')}`)
}

print('calls', compareCalls(await readCalls()))
print('pages', comparePages(await readPages()))
