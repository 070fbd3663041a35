import { type Allotment, type AllottedLine, allottedLines, type ClosedApplications } from './allot.ts'
import type { Draw } from './commitment.ts'
import { headerText } from './file-header.ts'
import { pieceLines } from './steps.ts'

/** A line of the file, without its end: id, tier, what was asked and what was allotted in units. */
export const lineText = ({ id, tier, quantity, allotted }: AllottedLine): string =>
  `${id},${tier},${quantity},${allotted}`

/**
 * The published file in pieces of text: a header, then a line for each application in the order of ids, each with its end of
 * line. ASCII only. Whoever has it runs the allotment again (`createReplay`).
 */
export function* allotmentFile(
  closed: ClosedApplications,
  draw: Draw,
  allotment: Allotment,
): Generator<string, void, void> {
  const { plan, root, applications } = closed
  const { seed, total } = allotment
  yield `${headerText({ ...draw, plan, root, seed, total, applications: applications.count })}\n`
  let piece: string[] = []
  for (const line of allottedLines(closed, allotment)) {
    piece.push(`${lineText(line)}\n`)
    if (piece.length < pieceLines) continue
    yield piece.join('')
    piece = []
  }
  if (piece.length > 0) yield piece.join('')
}
