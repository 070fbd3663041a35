/** The mark, what this page is, and one line about it. */
export function BrandHead({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <header className="mb-1 flex flex-col gap-1.5">
      <span
        aria-hidden="true"
        className="mb-4 grid size-14 place-items-center rounded-[17px] bg-[#1652f0] font-strong text-28 text-[#ffffff]"
      >
        B
      </span>
      <h1 className="text-28 leading-tight tracking-tight">{title}</h1>
      <p className="text-15 text-second">{text}</p>
    </header>
  )
}
