import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findFault, readList, tallyOf } from '@bolsillo/votes/domain'

// `npm run votes:count -- FILE`: counts a vote again from the list that its page saves. It prints the hash of the list, which
// the page and the journal name, and what was cast for each option. Exit code 0: every line holds. 1: one does not. 2: the
// file is no such list.

const exitOk = 0
const exitFault = 1
const exitCannot = 2

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function count(file: string): Promise<number> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    console.log(`${file} cannot be read. Name the file that the page of the vote saved.`)
    return exitCannot
  }
  const list = readList(text)
  if ('badLine' in list) {
    console.log(
      `${file} is no list of ballots: its line ${list.badLine} is none. Save it again from the page of the vote.`,
    )
    return exitCannot
  }
  const found = await findFault(list, async (of) => sha256(of))
  if (found !== undefined) {
    console.log(`Ballot ${found.line} does not hold (${found.fault}): this is not the list as it was counted.`)
    return exitFault
  }
  console.log(`vote ${list.voteId}`)
  console.log(`list ${sha256(text)}`)
  console.log(`ballots ${list.lines.length}`)
  for (const [index, { ballots, weight }] of tallyOf(list).entries())
    console.log(`option ${index + 1}: ${ballots} ballots, weight ${weight}`)
  return exitOk
}

const [file, ...others] = process.argv.slice(2)
if (file === undefined || others.length > 0) {
  console.log('Usage: npm run votes:count -- FILE')
  process.exitCode = exitCannot
} else process.exitCode = await count(file)
