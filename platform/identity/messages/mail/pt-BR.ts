import { pinLockMs, pinTries } from '@bolsillo/factors/domain'
import type { Mail } from './es-ES.ts'

/** What is written to people, in Portuguese. */
export const mail: Mail = {
  'register-code': {
    title: 'Seu código para abrir a conta',
    text: '{code} é seu código da Bolsillo para abrir a conta. Vence em {minutes} minutos. Ninguém da Bolsillo vai pedir esse código.',
  },
  'reset-code': {
    title: 'Seu código para trocar a senha',
    text: '{code} é seu código da Bolsillo para criar uma senha nova. Vence em {minutes} minutos. Se você não pediu, não faça nada: sua senha continua a mesma.',
  },
  'trade-code': {
    title: 'Seu código para a senha de operações',
    text: '{code} é seu código da Bolsillo para trocar a senha de operações. Vence em {minutes} minutos. Ninguém da Bolsillo vai pedir esse código.',
  },
  'account-exists': {
    title: 'Você já tem uma conta',
    text: 'Alguém tentou abrir uma conta da Bolsillo com este endereço, mas você já tem uma. Se foi você, entre com sua senha ou redefina. Se não, não faça nada.',
  },
  'no-account': {
    title: 'Aqui não há uma conta',
    text: 'Alguém tentou redefinir uma senha da Bolsillo com este endereço, mas ele não tem conta. Se foi você, tente outro endereço ou abra uma conta.',
  },
  'new-device': {
    title: 'Você entrou em um dispositivo novo',
    text: 'Sua conta foi aberta em outro aparelho (nome: {device}; rede: {network}). Se não foi você, pause sua conta com um toque: {link}',
  },
  'login-password-changed': {
    title: 'Sua senha mudou',
    text: 'A senha da sua conta foi trocada e as outras sessões foram encerradas. Se não foi você, redefina agora.',
  },
  'trade-password-changed': {
    title: 'Sua senha de operações mudou',
    text: 'Uma senha de operações nova foi salva na sua conta. Se não foi você, troque sua senha de acesso agora.',
  },
  'trade-password-reset': {
    title: 'Sua senha de operações foi redefinida',
    text: 'A senha de operações foi redefinida com um código (aparelho: {device}; rede: {network}). Por {hours} horas nada se abre a crédito e destinos novos de saque esperam. Se não foi você, pause sua conta: {link}',
  },
  'trade-password-locked': {
    title: 'Senha de operações bloqueada',
    text: `Houve ${pinTries} tentativas erradas com sua senha de operações. Ela ficou bloqueada por ${pinLockMs / 3_600_000} horas. Seu dinheiro não se moveu.`,
  },
  'withdrawal-code': {
    title: 'Seu código para a senha de saques',
    text: '{code} é seu código da Bolsillo para trocar a senha de saques. Vence em {minutes} minutos. Ninguém da Bolsillo vai pedir esse código.',
  },
  'email-code': {
    title: 'Seu código para este e-mail',
    text: '{code} é seu código da Bolsillo para usar este e-mail na sua conta. Vence em {minutes} minutos. Se você não pediu, não faça nada.',
  },
  'phone-code': {
    title: 'Seu código para este telefone',
    text: '{code} é seu código da Bolsillo para usar este telefone na sua conta. Vence em {minutes} minutos. Se você não pediu, não faça nada.',
  },
  'unfreeze-code': {
    title: 'Seu código para tirar a pausa',
    text: '{code} é seu código da Bolsillo para tirar a pausa da sua conta. Vence em {minutes} minutos. Ninguém da Bolsillo vai pedir esse código.',
  },
  'address-taken': {
    title: 'Este endereço já é de uma conta',
    text: 'Alguém tentou usar este endereço em outra conta da Bolsillo, mas ele já é de uma. Se foi você, entre com este endereço. Se não, não faça nada.',
  },
  'email-changed': {
    title: 'O e-mail da sua conta mudou',
    text: 'O e-mail da sua conta agora é {email}. Os saques esperam {hours} horas. Se não foi você, pause sua conta: {link}',
  },
  'phone-changed': {
    title: 'O telefone da sua conta mudou',
    text: 'O telefone da sua conta agora é {phone}. Os saques esperam {hours} horas. Se não foi você, pause sua conta: {link}',
  },
  'withdrawal-password-changed': {
    title: 'Sua senha de saques mudou',
    text: 'Uma senha de saques nova foi salva na sua conta. Se não foi você, pause sua conta: {link}',
  },
  'withdrawal-password-locked': {
    title: 'Senha de saques bloqueada',
    text: `Houve ${pinTries} tentativas erradas com sua senha de saques. Ela ficou bloqueada por ${pinLockMs / 3_600_000} horas. Seu dinheiro não se moveu.`,
  },
  'factor-added': {
    title: 'Você adicionou um segundo fator',
    text: 'Sua conta tem um segundo fator novo: {factor}. Se não foi você, pause sua conta: {link}',
  },
  'factor-added-beside': {
    title: 'Você adicionou outro segundo fator',
    text: 'Sua conta tem outro segundo fator: {factor}. Por {hours} horas nada se abre a crédito e destinos novos de saque esperam. Se não foi você, pause sua conta: {link}',
  },
  'factor-removed': {
    title: 'Um segundo fator foi removido',
    text: 'Foi removido da sua conta: {factor}. Os saques esperam {hours} horas. Se não foi você, pause sua conta: {link}',
  },
  'recovery-used': {
    title: 'Um código de recuperação foi usado',
    text: 'Alguém usou um dos seus códigos de recuperação. Restam {left}. Os saques esperam {hours} horas. Se não foi você, pause sua conta: {link}',
  },
  'staff-invited': {
    title: 'Convite para a equipe da Bolsillo',
    text: '{name}, duas pessoas convidaram você para a equipe com a conta {account}. Abra o link no seu próprio dispositivo; vale um dia e um uso. Não passe a ninguém: {link}',
  },
  'staff-news-invited': {
    title: 'Equipe: alguém foi convidado',
    text: 'Duas pessoas convidaram {name} ({account}) com estes papéis: {roles}. Se algo estiver errado, diga agora.',
  },
  'staff-news-powers': {
    title: 'Equipe: novas faculdades',
    text: '{name} ({account}) terá estes papéis a partir de {from}: {roles}. Até lá não propõe nem decide nada. Se algo estiver errado, diga agora.',
  },
  'staff-news-removal': {
    title: 'Equipe: alguém deixa papéis',
    text: '{name} ({account}) deixa estes papéis a partir de {from}: {roles}. Espera, porque só resta outra pessoa com algum deles.',
  },
  'staff-news-removed': {
    title: 'Equipe: papéis encerrados',
    text: '{name} ({account}) não tem mais estes papéis: {roles}.',
  },
  'staff-news-root': {
    title: 'Equipe: convite feito no servidor',
    text: 'Alguém com acesso ao servidor convidou {name} ({account}) sem a equipe, com estes papéis: {roles}. Está no diário e na conta pública. Se algo estiver errado, diga agora.',
  },
  'key-only': {
    title: 'Sua conta abre só com a sua chave',
    text: 'Alguém pediu para redefinir sua senha da Bolsillo, mas sua conta abre só com a sua chave de acesso: nenhum código a troca. Se você perdeu a chave, entre com sua senha e um código de recuperação.',
  },
  'key-only-on': {
    title: 'Sua conta abre só com a sua chave',
    text: 'A partir de agora sua conta abre só com a sua chave de acesso; a senha não entra mais e não pode ser redefinida. Se não foi você, pause sua conta: {link}',
  },
  'key-only-off': {
    title: 'Sua senha volta a entrar',
    text: 'Sua conta abre outra vez com a senha. Os saques esperam. Se não foi você, pause sua conta: {link}',
  },
  frozen: {
    title: 'Sua conta está em pausa',
    text: 'Você pausou sua conta: os saques esperam e as sessões foram encerradas. Seu dinheiro continua lá. Para tirar a pausa, entre com sua senha e seu segundo fator.',
  },
  unfrozen: {
    title: 'Você tirou a pausa',
    text: 'A pausa da sua conta terminou. Se não foi você, pause sua conta de novo: {link}',
  },
}
