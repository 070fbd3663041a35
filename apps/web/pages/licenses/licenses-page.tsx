import { ErrorState, Icon, PageFrame, Section, SkeletonCard } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import type { Messages } from '../../words/about/es-ES.ts'
import type { LicensedWork, LicenseList } from './license-list.ts'
import { useLicenseList } from './use-license-list.ts'

/** The work of others this app is made of: whose it is, and under which license. */
export default function LicensesPage() {
  const t = useWords<Messages>('about')
  const { list, hasFailed, retry } = useLicenseList()
  return (
    <PageFrame title={t('licenses.title')}>
      <div className="flex flex-col gap-3">
        <p className="px-1 text-13 text-second">{t('licenses.lead')}</p>
        {list !== undefined ? (
          <>
            <Works title={t('licenses.app')} list={list} works={list.works.filter(({ inApp }) => inApp)} />
            <Works title={t('licenses.server')} list={list} works={list.works.filter(({ inApp }) => !inApp)} />
          </>
        ) : hasFailed ? (
          <ErrorState title={t('licenses.failed')} onRetry={retry} />
        ) : (
          <SkeletonCard lines={12} />
        )}
      </div>
    </PageFrame>
  )
}

function Works(props: { readonly title: string; readonly list: LicenseList; readonly works: readonly LicensedWork[] }) {
  const { title, list, works } = props
  return (
    <Section title={title} aside={<span className="text-13 text-second">{works.length}</span>}>
      <ul>
        {works.map((work) => (
          <WorkRow key={`${work.name} ${work.version}`} work={work} texts={list.texts} />
        ))}
      </ul>
    </Section>
  )
}

/** A text whose lines were broken for a wide screen, broken by this one instead; short lines stay as they are. */
const unwrapped = (text: string): string => text.replaceAll(/(.{50,})\n(?=\S)/g, '$1 ')

/** One work; its license opens below it. */
function WorkRow({ work, texts }: { readonly work: LicensedWork; readonly texts: readonly string[] }) {
  const t = useWords<Messages>('about')
  const [open, setOpen] = useState(false)
  const { name, version, license = t('licenses.unnamed'), holders, texts: own } = work
  const whose = (
    <span className="min-w-0 flex-1">
      <span className="block font-strong [overflow-wrap:anywhere]">
        {name} <span className="font-normal text-13 text-second">{version}</span>
      </span>
      <span className="block text-12 text-second [overflow-wrap:anywhere]">
        {license}
        {holders.length > 0 && <span lang="en"> · {holders.join(' · ')}</span>}
        {own.length === 0 && ` · ${t('licenses.noText')}`}
      </span>
    </span>
  )
  if (own.length === 0) return <li className="flex border-hair border-t py-2.5 first:border-t-0">{whose}</li>
  return (
    <li className="border-hair border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-2.5 py-2.5 text-left active:opacity-70"
      >
        {whose}
        <Icon of={ChevronDown} size={18} className={open ? 'shrink-0 rotate-180 text-faint' : 'shrink-0 text-faint'} />
      </button>
      {open &&
        own.map((text) => (
          <p
            key={text}
            lang="en"
            className="mb-3 whitespace-pre-line rounded-small bg-page p-3 text-12 text-second [overflow-wrap:anywhere]"
          >
            {unwrapped(texts[text] ?? '')}
          </p>
        ))}
    </li>
  )
}
