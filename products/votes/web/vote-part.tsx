import {
  ButtonLink,
  Card,
  DateTime,
  DefinitionList,
  EmptyState,
  Loaded,
  Note,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { useCall, useCustomer, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import VoteIcon from 'lucide-react/icons/vote'
import { readVotes } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { BallotForm } from './ballot-form.tsx'
import { readOwnBallot } from './own-ballot.ts'
import { voteAt } from './paths.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { ResultPart } from './result-part.tsx'
import { useWeightWords, type Vote, VoteStatePill } from './vote-words.tsx'

const everyMs = 15_000

/** One vote: the question, one's ballot or its receipt, the result once there is one, and how it is voted. */
export function VotePart({ id }: { readonly id: string }) {
  const t = useWords<Messages>('votes')
  const asked = useCall(readVotes, { id }, { everyMs })
  return (
    <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
      {({ rows: [vote] }) =>
        vote === undefined ? <EmptyState icon={VoteIcon} title={t('rejections.vote-unknown')} /> : <Whole vote={vote} />
      }
    </Loaded>
  )
}

function Whole({ vote }: { readonly vote: Vote }) {
  const customer = useCustomer() ?? ''
  const kept = customer === '' ? undefined : readOwnBallot(customer, vote.id, vote.own?.receipt)
  return (
    <>
      <Card className="flex flex-col items-start gap-2">
        <VoteStatePill state={vote.state} />
        <h2 className="break-words text-20">{vote.question}</h2>
        <Ballot vote={vote} />
      </Card>
      <ReceiptCard vote={vote} kept={kept} />
      {vote.count !== undefined && <ResultPart vote={vote} count={vote.count} kept={kept} />}
      <Rules vote={vote} />
    </>
  )
}

/** What is to be done now: cast a ballot, or why there is none to cast. */
function Ballot({ vote }: { readonly vote: Vote }) {
  const t = useWords<Messages>('votes')
  const { id, state, options, own, symbol, position } = vote
  if (state === 'counting' || state === 'closed') return null
  if (state === 'open' && own?.receipt !== undefined) return null
  const isUnrecorded = symbol !== undefined && position === undefined
  if (state === 'open' && own?.weight !== undefined) return <BallotForm vote={vote} weight={own.weight} />
  return (
    <>
      <ol className="w-full">
        {options.map((option) => (
          <li key={option} className="break-words border-hair border-t py-2.5 first:border-t-0">
            {option}
          </li>
        ))}
      </ol>
      {state === 'announced' ? (
        <Note icon={CircleAlert}>{t('notYet')}</Note>
      ) : own === undefined ? (
        <ButtonLink wide href={`/pages/common/login?back=${encodeURIComponent(voteAt(id))}`}>
          {t('signIn')}
        </ButtonLink>
      ) : (
        <Note icon={CircleAlert}>{t(isUnrecorded ? 'unrecorded' : 'ineligible')}</Note>
      )}
    </>
  )
}

/** Who votes, when, what counts, and what is secret from whom. */
function Rules({ vote }: { readonly vote: Vote }) {
  const t = useWords<Messages>('votes')
  const weightWords = useWeightWords(vote)
  const { ticker, weighting, recordAt, opensAt, closesAt, publishedAt, position, holders, own } = vote
  return (
    <Section title={t('rules')} pad="normal">
      <DefinitionList
        facts={[
          { label: t('who'), value: ticker === undefined ? t('everybody') : t('holdersOf', { ticker }) },
          { label: t('weighting'), value: t(`weightings.${weighting}`) },
          ...(own?.weight === undefined ? [] : [{ label: t('yourWeight'), value: weightWords(own.weight) }]),
          { label: t('publishedAt'), value: <DateTime at={publishedAt} /> },
          { label: t('recordAt'), value: <DateTime at={recordAt} /> },
          { label: t('opensAt'), value: <DateTime at={opensAt} /> },
          { label: t('closesAt'), value: <DateTime at={closesAt} /> },
          ...(holders === undefined ? [] : [{ label: t('holders'), value: String(holders) }]),
        ]}
      />
      <div className="mt-2 grid gap-2 text-13 text-second">
        {position !== undefined && <p>{t('position', { number: position })}</p>}
        <p>{t('chosen')}</p>
        {weighting === 'account' && <p>{t('accounts')}</p>}
        <p>{t('secrecy')}</p>
        <p>{t('secrecyLater')}</p>
        {ticker !== undefined && <p>{t('notAssembly')}</p>}
      </div>
    </Section>
  )
}
