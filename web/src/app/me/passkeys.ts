/** Passkeys as browsers have them: only on secure pages, and only new browsers write and read them as JSON. */

import type { CreatedCredential, FoundCredential, PasskeyChallenge } from "../../api/types";

export const arePasskeysPossible = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** Let the device make a passkey; null if it does not. */
export async function createPasskey({ options }: PasskeyChallenge): Promise<CreatedCredential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return written<CreatedCredential>(await navigator.credentials.create({ publicKey }));
}

/** Let the device show a passkey; null if it does not. */
export async function findPasskey({ options }: PasskeyChallenge): Promise<FoundCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return written<FoundCredential>(await navigator.credentials.get({ publicKey }));
}

function written<Written>(credential: Credential | null): Written | null {
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as Written) : null;
}
