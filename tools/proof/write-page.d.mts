export function verifierPage(): string
export const verifierPagePath: URL
