import { Amount, Card, DateTime, Note, useSaid } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { languageNames, useLanguage, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { type ProposedOffering, proposeOffering } from '../contract/operator.ts'
import { offeringLanguages } from '../domain/offering.ts'
import type { Messages } from '../messages/es-ES.ts'

/** The stage of an offering as a word: also of one that nobody published. */
export function useStageWord(): (offering: ProposedOffering) => string {
  const t = useWords<Messages>('offerings')
  return ({ stage, isProposed }) =>
    stage === undefined ? t(isProposed ? 'console.undecided' : 'console.unpublished') : t(`console.stages.${stage}`)
}

/** One offering as it was proposed, and the sums of its applications. */
export function OfferingPane({ offering }: { readonly offering: ProposedOffering }) {
  const t = useWords<Messages>('offerings')
  const language = useLanguage()
  const stageWord = useStageWord()
  const may = useMay(proposeOffering)
  const { words, symbol, price, currency, supply, lot, minimum, cap, rule, secretHash } = offering
  const { opensAt, closesAt, paysAt, sellableAt, writtenAt, publishedAt, isProposed, isPractice, stage } = offering
  const shares = useShares()
  return (
    <>
      <h2 className="break-words text-20">{words[language].title}</h2>
      <Card>
        <FactTable
          facts={[
            { label: t('console.stage'), value: stageWord(offering) },
            { label: t('console.symbol'), value: symbol },
            { label: t('console.price'), value: <Amount value={price} currency={currency} /> },
            { label: t('console.supply'), value: shares(supply) },
            { label: t('console.lot'), value: shares(lot) },
            { label: t('console.minimum'), value: shares(minimum) },
            { label: t('console.cap'), value: shares(cap) },
            { label: t('console.rule'), value: t(`console.rules.${rule}`) },
            { label: t('console.opensAt'), value: <DateTime at={opensAt} /> },
            { label: t('console.closesAt'), value: <DateTime at={closesAt} /> },
            { label: t('console.paysAt'), value: <DateTime at={paysAt} /> },
            { label: t('console.sellableAt'), value: <DateTime at={sellableAt} /> },
            { label: t('console.writtenAt'), value: <DateTime at={writtenAt} /> },
            ...(publishedAt === undefined
              ? []
              : [{ label: t('console.publishedAt'), value: <DateTime at={publishedAt} /> }]),
          ]}
        />
        <p className="mt-2 text-13 text-second">{t('console.secretHash')}</p>
        <p className="text-13 [overflow-wrap:anywhere]">{secretHash}</p>
      </Card>
      {isPractice && <Note icon={FlaskConical}>{t('console.practice')}</Note>}
      {isProposed && <Note icon={CircleAlert}>{t('console.waits')}</Note>}
      {!may && <Note icon={CircleAlert}>{t('console.readOnly')}</Note>}
      {stage !== undefined && <BookCard offering={offering} />}
      <Texts words={words} />
    </>
  )
}

/** A number of shares, with the separators of the language. */
function useShares(): (quantity: string) => string {
  const t = useWords<Messages>('offerings')
  const said = useSaid()
  return (quantity) => t('console.shares', { quantity: said.quantity(quantity) })
}

/** The book: sums alone. Whose applications they are is shown to nobody. */
function BookCard({ offering }: { readonly offering: ProposedOffering }) {
  const t = useWords<Messages>('offerings')
  const said = useSaid()
  const shares = useShares()
  const { book, currency, allotted, settled } = offering
  if (book === undefined) return null
  return (
    <Card>
      <h3 className="mb-2 text-15">{t('console.book')}</h3>
      <FactTable
        facts={[
          { label: t('console.applications'), value: said.quantity(String(book.applications)) },
          { label: t('console.asked'), value: shares(book.asked) },
          { label: t('console.held'), value: <Amount value={book.held} currency={currency} /> },
          { label: t('console.left'), value: said.quantity(String(book.left)) },
          ...(allotted === undefined ? [] : [{ label: t('console.allotted'), value: shares(allotted) }]),
          ...(settled === undefined ? [] : [{ label: t('console.settled'), value: said.quantity(String(settled)) }]),
        ]}
      />
      <p className="mt-2 text-13 text-second">{t('console.sums')}</p>
    </Card>
  )
}

/** The words in each language, as customers read them. */
function Texts({ words }: Pick<ProposedOffering, 'words'>) {
  const t = useWords<Messages>('offerings')
  return (
    <Card>
      {offeringLanguages.map((one) => (
        <div key={one} lang={one} className="border-hair border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
          <p className="text-12 text-second">{languageNames[one]}</p>
          <p className="break-words font-strong">{words[one].title}</p>
          <p className="mt-1 whitespace-pre-line break-words">{words[one].prospectus}</p>
          <p className="mt-2 text-12 text-second">{t('console.risks')}</p>
          <ul className="list-disc pl-5">
            {words[one].risks.map((risk) => (
              <li key={risk} className="break-words">
                {risk}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}
