/** Joins class names, leaving out what is false or empty. */
export function classes(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ')
}
