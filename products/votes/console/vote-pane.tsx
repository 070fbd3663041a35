import { Card, DateTime, Note } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { languageNames, useLanguage, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ProposedVote, proposeVote } from '../contract/operator.ts'
import { voteLanguages } from '../domain/vote.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useWeightWords } from '../web/vote-words.tsx'

/** The state of a vote as a word: also of one that nobody published. */
export function useStateWord(): (vote: ProposedVote) => string {
  const t = useWords<Messages>('votes')
  return ({ state, isProposed }) =>
    state === undefined ? t(isProposed ? 'console.undecided' : 'console.unpublished') : t(`states.${state}`)
}

/** One vote as it was proposed, and from the closing on its count. */
export function VotePane({ vote }: { readonly vote: ProposedVote }) {
  const t = useWords<Messages>('votes')
  const language = useLanguage()
  const stateWord = useStateWord()
  const { words, symbol, weighting, recordAt, opensAt, closesAt, writtenAt, count, holders, position, state } = vote
  const may = useMay(proposeVote)
  return (
    <>
      <h2 className="break-words text-20">{words[language].question}</h2>
      <Card>
        <FactTable
          facts={[
            { label: t('console.state'), value: stateWord(vote) },
            { label: t('who'), value: symbol === undefined ? t('everybody') : t('holdersOf', { ticker: symbol }) },
            { label: t('weighting'), value: t(`weightings.${weighting}`) },
            { label: t('recordAt'), value: <DateTime at={recordAt} /> },
            { label: t('opensAt'), value: <DateTime at={opensAt} /> },
            { label: t('closesAt'), value: <DateTime at={closesAt} /> },
            ...(holders === undefined ? [] : [{ label: t('holders'), value: String(holders) }]),
            { label: t('console.written'), value: <DateTime at={writtenAt} /> },
          ]}
        />
        {position !== undefined && <p className="mt-2 text-13 text-second">{t('position', { number: position })}</p>}
      </Card>
      {vote.isProposed && <Note icon={CircleAlert}>{t('console.waits')}</Note>}
      {!may && <Note icon={CircleAlert}>{t('console.readOnly')}</Note>}
      {state !== undefined && count === undefined && <Note icon={CircleAlert}>{t('console.sealed')}</Note>}
      {count !== undefined && <CountCard vote={vote} count={count} />}
      <Card>
        {voteLanguages.map((one) => (
          <div key={one} lang={one} className="border-hair border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
            <p className="text-12 text-second">{languageNames[one]}</p>
            <p className="break-words font-strong">{words[one].question}</p>
            <ol className="mt-1 list-decimal pl-5">
              {words[one].options.map((option) => (
                <li key={option} className="break-words">
                  {option}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </Card>
    </>
  )
}

function CountCard(props: { readonly vote: ProposedVote; readonly count: NonNullable<ProposedVote['count']> }) {
  const t = useWords<Messages>('votes')
  const language = useLanguage()
  const { vote, count } = props
  const weightWords = useWeightWords(vote)
  return (
    <Card>
      <h3 className="mb-2 text-15">{t('result')}</h3>
      <FactTable
        facts={[
          ...count.options.map(({ weight }, index) => ({
            label: vote.words[language].options[index] ?? '',
            value: weightWords(weight),
          })),
          { label: t('ballots'), value: String(count.ballots) },
          { label: t('countedAt'), value: <DateTime at={count.countedAt} /> },
        ]}
      />
      <p className="mt-2 text-13 text-second">{t('listHash')}</p>
      <p className="text-13 [overflow-wrap:anywhere]">{count.listHash}</p>
    </Card>
  )
}
