#!/usr/bin/env python3
"""Checks a signed record of Curvewell with Python 3.9+ and the package `cryptography` alone.

Written from README.md beside it, not from the product. It checks hashes, signatures, keys, originals and the audit
trail. It does not read the originals again and does not call wells again: `curvewell-verify` does.

Ends with 0: all holds. 1: something does not hold. 3: it cannot be decided. 2: the command was not understood.
"""
import argparse, base64, hashlib, json, math, os, pathlib, re, struct, sys, zipfile
from datetime import datetime
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LARGEST_PART, MOST_PARTS = 200 * 1024 * 1024, 200
JSON_PARTS = ("manifest", "record", "signature", "keys", "audit", "reading")

# Canonical JSON: RFC 8785
def number(value):  # as ECMAScript writes it
    value = float(value)
    if not math.isfinite(value):
        raise ValueError("JSON has no such number")
    if value == 0:
        return "0"
    sign, value = ("-", -value) if value < 0 else ("", value)
    mantissa, exponent = ("%r" % value if "e" in "%r" % value else "%re0" % value).split("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + ("" if fraction == "0" else fraction)).lstrip("0")
    point = int(exponent) + len(digits) - (0 if fraction == "0" else len(fraction))  # the value is 0.digits × 10^point
    count = len(digits := digits.rstrip("0"))
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "e" + ("+" if point > 0 else "-") + str(abs(point - 1))
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + tail

def canonical(value):
    if value is None or isinstance(value, (bool, str)):
        str(value).encode("utf-8")  # refuses half a character
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"

def parse(content):
    return json.loads(content.decode("utf-8"), parse_constant=number)  # refuses NaN and Infinity

# Hashes and keys
def sha256(content):
    return hashlib.sha256(content if isinstance(content, bytes) else content.encode("utf-8")).hexdigest()

key_id = lambda public_key: sha256(base64.b64decode(public_key, validate=True))[:16]
moment = lambda told: datetime.fromisoformat(told.replace("Z", "+00:00"))

def is_signed(key, value, signature, at=None):
    """Whether a key, which may be None, has signed a value; `at`: when, which must be before the key was revoked."""
    try:
        public_key = Ed25519PublicKey.from_public_bytes(base64.b64decode(key["publicKey"], validate=True))
        public_key.verify(base64.b64decode(signature, validate=True), canonical(value).encode("utf-8"))
        return not at or not key["until"] or moment(at) < moment(key["until"])
    except (InvalidSignature, TypeError, ValueError):
        return False

def said_of(key, what, *names):
    return {"format": "curvewell-%s/1" % what, **{name: key[name] for name in ("id", "publicKey", *names)}}

def trusted_keys(keys, first):
    """The keys by id that the key `first` vouches for, itself among them; `until`: from when on each is revoked."""
    known = [key for key in keys if key["id"] == key_id(key["publicKey"])]
    trusted, open_keys = {}, [(key, []) for key in known if key["publicKey"] == first][:1]
    while open_keys:
        key, above = open_keys.pop()
        revocation, times = key.get("revocation"), [one["until"] for one in above[-1:] if one["until"]]
        if revocation:
            by, said = {one["id"]: one for one in above}, said_of({**key, **revocation}, "revoked-key", "revokedAt")
            if not is_signed(by.get(revocation["keyId"]), said, revocation["signature"]):
                continue
            times.append(revocation["revokedAt"])
        key = trusted[key["id"]] = {**key, "until": min(times, key=moment, default=None)}
        open_keys += [
            (former, above + [key]) for former in known
            if "use" not in key and former["id"] not in trusted and former["endorsement"]
            and former["endorsement"]["keyId"] == key["id"]
            and is_signed(key, said_of(former, former.get("use", "former") + "-key", "since"), former["endorsement"]["signature"])
        ]
    return trusted

def head_key(keys, head):
    """The key of a head: since the first one for heads was taken into use, no other key signs them."""
    own = [key for key in keys.values() if "use" in key and moment(key["since"]) <= moment(head["at"])]
    key = keys.get(head["keyId"])
    return key if key and ("use" in key or not own) else None

# The audit trail
def link_fault(link, number_before, hash_before):
    if link["number"] != number_before + 1:
        return "Entry %d does not come after entry %d." % (link["number"], number_before)
    entry = link["entry"]
    if entry is not None and (entry["number"] != link["number"] or sha256(canonical(entry)) != link["content"]):
        return "Entry %d is not what was written." % link["number"]
    if link["previousHash"] != hash_before or sha256(link["previousHash"] + link["content"]) != link["hash"]:
        return "Entry %d does not follow the one before it." % link["number"]
    return None

def slice_faults(audit, keys):
    links, head = audit["links"], audit["head"]
    if not links:
        return ["It holds no entry."]
    number_before, hash_before = links[0]["number"] - 1, links[0]["previousHash"]
    for link in links:
        fault = link_fault(link, number_before, hash_before)
        if fault:
            return [fault]
        number_before, hash_before = link["number"], link["hash"]
    said = head["head"]
    chains = {said["chain"]} | {link["entry"]["chain"] for link in links if link["entry"] is not None}
    return [fault for fault, wrong in (
        ("Its head is not signed by a key that counts.",
         not is_signed(head_key(keys, said), said, head["signature"], said["at"])),
        ("Its last entry is not the signed head.", (said["number"], said["hash"]) != (number_before, hash_before)),
        ("It is the trail of another laboratory.", chains != {audit["chain"]}),
    ) if wrong]

# A record
def check_record(path, trusted_key):  # to findings (part, state, text); a state is holds, fails or unsure
    findings = []
    say = lambda part, state, said: findings.append({"part": part, "state": state, "text": said})
    expect = lambda part, is_so, good, bad: say(part, "holds" if is_so else "fails", good if is_so else bad)
    try:
        parts = read_parts(path)
        manifest, record, signature, keys, audit, _ = (parse(parts[name + ".json"]) for name in JSON_PARTS)
        newest = [key for key in keys if key["endorsement"] is None][0]["publicKey"]
        counted = trusted_keys(keys, trusted_key or newest)
        if trusted_key is None:
            say("keys.json", "unsure", "Signed by the key %s. --key tells whether it is the laboratory's." % key_id(newest))
        else:
            expect("keys.json", counted, "The key vouches for %d." % len(counted), "No key is the given one.")
        for key in [key for key in counted.values() if key["until"]]:
            say("keys.json", "holds", "The key %s is revoked from %s on." % (key["id"], key["until"]))
        signers = {name: key for name, key in counted.items() if "use" not in key}
        check_manifest(parts, manifest, signers, expect)
        check_signature(parts, record, signature, manifest["manifest"], signers, expect)
        check_originals(parts, record["files"], expect)
        check_audit(audit, signature["statement"], record, counted, expect)
    except Exception as error:  # whatever the damage did
        say("the file", "fails", "It is not a whole record: %s %s" % (type(error).__name__, error))
    return findings

def read_parts(path):
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        is_large = len(names) > MOST_PARTS or any(entry.file_size > LARGEST_PART for entry in entries)
        if is_large or len(set(names)) != len(names):
            raise ValueError("a part is there twice, or more than a record holds")
        return {name: archive.read(name) for name in names}

def check_manifest(parts, signed, keys, expect):
    said = signed["manifest"]
    is_so = is_signed(keys.get(said["keyId"]), said, signed["signature"], said["madeAt"])
    expect("manifest.json", is_so, "Signed.", "Not signed by a key that counts.")
    named = {part["name"]: part for part in said["parts"]}
    for name, part in named.items():
        is_so = name in parts and sha256(parts[name]) == part["sha256"] and len(parts[name]) == part["size"]
        expect(name, is_so, "As written.", "It is not what was written.")
    for name in set(parts) - set(named) - {"manifest.json"}:
        expect(name, False, "", "The manifest does not name it.")

def check_signature(parts, record, signature, manifest, keys, expect):
    statement = signature["statement"]
    is_so = is_signed(keys.get(statement["keyId"]), statement, signature["signature"], statement["at"])
    stamp = " Its time stamp is not checked here." if "signature.tst" in parts else ""
    expect("signature.json", is_so,
           "%s %s, %s.%s" % (statement["signer"]["name"], statement["meaning"], statement["at"], stamp),
           "It is not by a key that counts, or it was changed.")
    written = parts["record.json"]
    expect("record.json", canonical(record).encode("utf-8") == written and sha256(written) == statement["recordHash"],
           "It is what was signed.", "It is not what was signed.")
    is_same = statement["runId"] == manifest["runId"] == record["run"]["id"] and statement["decision"] == record["run"]["status"]
    expect("signature.json", is_same, "It is of this run.", "It is of another run, or of another decision.")
    assays = record["interpretation"]["configuration"]["assays"]
    for one in [one for assay in assays for one in assay.get("meltTemplates", {}).get("kept", [])]:
        is_so = sha256(canonical({name: part for name, part in one.items() if name != "sha256"})) == one["sha256"]
        expect("record.json", is_so, "Kept template of %s." % one["zone"], "A kept template is not what was kept.")

def check_originals(parts, files, expect):
    places = {int(found[1]): name for name in parts for found in [re.match(r"original-(\d+)-.", name)] if found}
    names = [places[place] for place in sorted(places)]
    expect("originals", len(names) == len(files), "%d files." % len(files), "There are more files, or fewer, than signed.")
    for name, noted in zip(names, files):
        is_so = sha256(parts[name]) == noted["sha256"] and len(parts[name]) == noted["size"]
        expect(name, is_so, "It is what was imported.", "It is not what was imported.")

def check_audit(audit, statement, record, keys, expect):
    entry = statement["entry"]
    decided = [link for link in audit["links"] if link["number"] == entry["number"]]
    faults = slice_faults(audit, keys)
    if not audit["chain"] == entry["chain"] == record["run"]["laboratoryId"]:
        faults.append("It is the trail of another laboratory than the run.")
    if not decided or decided[0]["hash"] != entry["hash"]:
        faults.append("The entry of the decision is not the one that was signed.")
    elif (decided[0]["entry"] or {"details": {}})["details"].get("record") != statement["recordHash"]:
        faults.append("The entry of the decision names another record.")
    expect("audit.json", not faults, "%d entries, unbroken." % len(audit["links"]), " ".join(faults))

# Test vectors
def check_vectors(path):
    vectors = parse(pathlib.Path(path).read_bytes())
    tests = [(one["name"], canonical(one["value"]) == one["text"] and sha256(one["text"]) == one["sha256"])
             for one in vectors["canonicalJson"]]
    tests += [("number " + one["text"], number(struct.unpack("<d", bytes.fromhex(one["float64"]))[0]) == one["text"])
              for one in vectors["numbers"]]
    tests += [("key id", key_id(vectors["key"]["publicKey"]) == vectors["key"]["id"])]
    tests += [("keys", sorted(trusted_keys(vectors["keys"]["of"], one["trusted"])) == sorted(one["ids"]))
              for one in vectors["keys"]["vouchedFor"]]
    for one in vectors["revocations"]:
        keys = trusted_keys(one["keys"], one["trusted"])
        tests += [("revoked " + one["name"], {name: key["until"] for name, key in keys.items()} == one["revokedAt"])]
        tests += [("revoked", is_signed(head_key(keys, said["value"]), said["value"], said["signature"], said["value"]["at"])
                   == said["counts"]) for said in one["signed"]]
    tests += [(one["name"], is_signed(vectors["key"], one["value"], one["signature"]) == one["isValid"])
              for one in vectors["signatures"]]
    tests += [("link", link_fault(one, one["number"] - 1, one["previousHash"]) is None) for one in [vectors["link"]]]
    tests += [("settings", sha256(canonical(vectors["configuration"]["value"])) == vectors["configuration"]["sha256"])]
    tests += [("readings", sha256(struct.pack("<%dd" % len(one["values"]), *one["values"])) == one["sha256"])
              for one in vectors["readings"]]
    tests += [("files", sha256("\n".join(vectors["input"]["files"])) == vectors["input"]["sha256"])]
    return [{"part": name, "state": "holds" if good else "fails", "text": ""} for name, good in tests]

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--key", help="the public key in base64, or a file that holds it")
    parser.add_argument("--vectors", action="store_true", help="FILE holds test vectors")
    parser.add_argument("--json", action="store_true", help="the findings as JSON")
    given = parser.parse_args()
    key = pathlib.Path(given.key).read_text().strip() if given.key and os.path.exists(given.key) else given.key
    findings = check_vectors(given.file) if given.vectors else check_record(given.file, key)
    print(json.dumps(findings) if given.json else "\n".join("%(state)-7s %(part)-20s %(text)s" % one for one in findings))
    states = {finding["state"] for finding in findings}
    sys.exit(1 if "fails" in states else 3 if "unsure" in states else 0)

if __name__ == "__main__":
    main()
