import { Amount, CopyRow, DateTime, DefinitionList, Disclosure, Note, Section, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Lock from 'lucide-react/icons/lock'
import type { Messages } from '../messages/es-ES.ts'
import { type Offering, useSharesWords } from './offering-words.tsx'

/** The terms of an offering as they were published, and how it is allotted. */
export function TermsPart({ offering }: { readonly offering: Offering }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const sharesWords = useSharesWords()
  const { price, currency, priceDecimals, supply, lot, minimum, cap, rule, secretHash, simulated } = offering
  const { publishedAt, opensAt, closesAt, paysAt, sellableAt } = offering
  return (
    <>
      <Section title={t('terms.title')} pad="normal">
        <DefinitionList
          facts={[
            {
              label: t('terms.price'),
              value: <Amount value={price} currency={currency} decimals={priceDecimals} />,
            },
            { label: t('terms.supply'), value: sharesWords(supply) },
            { label: t('terms.lot'), value: sharesWords(lot) },
            { label: t('terms.minimum'), value: sharesWords(minimum) },
            { label: t('terms.cap'), value: sharesWords(cap) },
            { label: t('terms.fee'), value: t('terms.noFee') },
            { label: t('terms.publishedAt'), value: <DateTime at={publishedAt} /> },
            { label: t('opensAt'), value: <DateTime at={opensAt} /> },
            { label: t('closesAt'), value: <DateTime at={closesAt} /> },
            { label: t('terms.paysAt'), value: <DateTime at={paysAt} /> },
            { label: t('terms.sellableAt'), value: <DateTime at={sellableAt} /> },
          ]}
        />
        <Note icon={Lock} className="mt-2">
          {sellableAt > paysAt ? t('terms.lockUp', { when: said.moment(sellableAt) }) : t('terms.noLockUp')}
        </Note>
      </Section>
      <Section title={t('rule.title')} pad="normal">
        <p className="text-14">
          {t(`rule.${rule}`, { cap: sharesWords(cap), lot: sharesWords(lot), supply: sharesWords(supply) })}
        </p>
        {simulated !== undefined && (
          <Note icon={FlaskConical} className="mt-2">
            {t('rule.simulated', {
              ...{ applications: said.quantity(String(simulated.applications)), asked: sharesWords(simulated.asked) },
            })}
          </Note>
        )}
        <div className="mt-2">
          <CopyRow label={t('secret.hash')} value={secretHash} note={t('secret.text')} />
        </div>
      </Section>
    </>
  )
}

/** What everybody asked for and was allotted, and the inputs of the allotment. */
export function OutcomePart(props: {
  readonly offering: Offering
  readonly allotment: NonNullable<Offering['allotment']>
}) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const sharesWords = useSharesWords()
  const { supply } = props.offering
  const { allottedAt, applications, asked, allotted, root, secret, publicNumber, publicValue, seed } = props.allotment
  return (
    <Section title={t('outcome.title')} pad="normal">
      <DefinitionList
        facts={[
          { label: t('terms.supply'), value: sharesWords(supply) },
          { label: t('outcome.applications'), value: said.quantity(String(applications)) },
          { label: t('outcome.asked'), value: sharesWords(asked) },
          { label: t('outcome.allotted'), value: sharesWords(allotted), strong: true },
          { label: t('outcome.allottedAt'), value: <DateTime at={allottedAt} /> },
        ]}
      />
      <div className="mt-4">
        <Disclosure label={t('outcome.inputs')}>
          <div>
            <CopyRow label={t('secret.secret')} value={secret} />
            <CopyRow label={t('secret.root')} value={root} />
            <CopyRow label={t('secret.public', { number: publicNumber })} value={publicValue} />
            <CopyRow label={t('secret.seed')} value={seed} />
          </div>
        </Disclosure>
      </div>
    </Section>
  )
}
