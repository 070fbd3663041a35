import { readWideDecimal } from '@bolsillo/kernel'
import {
  Button,
  Card,
  ChecksCard,
  CopyRow,
  DateTime,
  DefinitionList,
  formatPercent,
  Note,
  Section,
  useUi,
} from '@bolsillo/ui'
import { dataOf, saveFile, sha256, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { ballotsMax, listBallots } from '../contract/index.ts'
import type { BallotLine } from '../domain/ballot-list.ts'
import { percentOf } from '../domain/vote.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { OwnBallot } from './own-ballot.ts'
import { isFine, type Recount, recount } from './recount.ts'
import { useWeightWords, type Vote } from './vote-words.tsx'

type Count = NonNullable<Vote['count']>

const pagesMax = 1_000

/** The result as it was published, and the recount by this device. */
export function ResultPart(props: {
  readonly vote: Vote
  readonly count: Count
  readonly kept: OwnBallot | undefined
}) {
  const t = useWords<Messages>('votes')
  const { vote, count, kept } = props
  const { style } = useUi()
  const weightWords = useWeightWords(vote)
  const units = count.options.map(({ weight }) => {
    const read = readWideDecimal(weight, vote.scale)
    return read.kind === 'value' ? read.units : 0n
  })
  const total = units.reduce((sum, one) => sum + one, 0n)
  return (
    <>
      <Section title={t('result')} pad="normal">
        {count.ballots === 0 && <p className="mb-2 text-second">{t('noBallots')}</p>}
        <ul className="grid gap-3">
          {count.options.map(({ ballots, weight }, index) => {
            const percent = percentOf(units[index] ?? 0n, total)
            return (
              <li key={vote.options[index]}>
                <div className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 break-words font-strong">{vote.options[index]}</span>
                  <span className="shrink-0">{formatPercent(percent, style, { decimals: 1 })}</span>
                </div>
                <div className="mt-1 h-2 overflow-hidden rounded-pill bg-hair" aria-hidden="true">
                  <div className="h-full rounded-pill bg-brand" style={{ width: `${percent}%` }} />
                </div>
                <p className="mt-1 text-13 text-second">
                  {t(ballots === 1 ? 'ofOptionOne' : 'ofOption', {
                    ballots: String(ballots),
                    weight: weightWords(weight),
                  })}
                </p>
              </li>
            )
          })}
        </ul>
        <div className="mt-3 border-hair border-t pt-2">
          <DefinitionList
            className="mb-2"
            facts={[
              { label: t('ballots'), value: String(count.ballots) },
              { label: t('countedAt'), value: <DateTime at={count.countedAt} /> },
            ]}
          />
          <CopyRow label={t('listHash')} value={count.listHash} />
        </div>
      </Section>
      <RecountPart vote={vote} kept={kept} />
    </>
  )
}

/** Every page of the list. */
function useReadLines(): (id: string) => Promise<readonly BallotLine[]> {
  const { client } = useKit()
  return async (id) => {
    const lines: BallotLine[] = []
    let cursor: string | undefined
    for (let page = 0; page < pagesMax; page += 1) {
      const rest = cursor === undefined ? {} : { cursor }
      const answer = dataOf(await client.call(listBallots, { id, limit: String(ballotsMax), ...rest }))
      lines.push(...answer.rows)
      cursor = answer.next
      if (cursor === undefined) return lines
    }
    // A part of the list would look like one without the ballot that is looked for.
    throw new Error(`a list of over ${pagesMax} pages`)
  }
}

function RecountPart({ vote, kept }: { readonly vote: Vote; readonly kept: OwnBallot | undefined }) {
  const t = useWords<Messages>('votes')
  const readLines = useReadLines()
  const [state, setState] = useState<Recount | 'running' | 'unread'>()
  const run = async (): Promise<void> => {
    setState('running')
    try {
      const lines = await readLines(vote.id)
      setState(await recount(vote, lines, { receipt: vote.own?.receipt, kept }, sha256))
    } catch {
      setState('unread')
    }
  }
  const found = typeof state === 'object' ? state : undefined
  return (
    <>
      <Card className="flex flex-col items-start gap-2">
        <h2 className="text-15">{t('recount.title')}</h2>
        <p className="text-13 text-second">{t('recount.text')}</p>
        <div className="flex flex-wrap gap-2">
          <Button kind="ghost" size="medium" loading={state === 'running'} onClick={() => void run()}>
            {t(found === undefined ? 'recount.run' : 'recount.again')}
          </Button>
          {found !== undefined && (
            <Button kind="plain" size="medium" onClick={() => saveFile(`${vote.id}.csv`, 'text/csv', found.text)}>
              {t('recount.save')}
            </Button>
          )}
        </div>
        {state === 'unread' && <Note tone="bad">{t('recount.unread')}</Note>}
      </Card>
      {found !== undefined && <Outcome vote={vote} found={found} />}
    </>
  )
}

function Outcome({ vote, found }: { readonly vote: Vote; readonly found: Recount }) {
  const t = useWords<Messages>('votes')
  const { isHashFine, areLinesFine, areSumsFine, own, ballots } = found
  return (
    <>
      {own !== undefined && own.is !== 'there' && (
        <div role="alert">
          <Note tone="warning" icon={CircleAlert} className="text-15">
            {t(own.is === 'missing' ? 'recount.ownMissing' : 'recount.ownOther')}
          </Note>
        </div>
      )}
      <ChecksCard
        title={t(isFine(found) ? 'recount.fine' : 'recount.wrong')}
        checks={[
          { label: t('recount.hash'), failed: !isHashFine },
          { label: t('recount.lines'), failed: !areLinesFine },
          { label: t('recount.sums'), failed: !areSumsFine },
          ...(own === undefined ? [] : [{ label: t('recount.own'), failed: own.is !== 'there' }]),
        ]}
      >
        {own?.is === 'there' && <p>{t('recount.ownOption', { option: vote.options[own.option - 1] ?? '' })}</p>}
        <p>{t('recount.how', { count: String(ballots) })}</p>
      </ChecksCard>
    </>
  )
}
