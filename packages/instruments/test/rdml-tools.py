"""Opens an RDML file with rdmlpython, and prints as JSON what it found in it."""
import json
import sys

import rdmlpython as rdml

opened = rdml.Rdml(sys.argv[1])
experiment = opened.experiments()[0]
runs = {
    run["id"]: {
        react["id"]: {
            "sample": react["sample"],
            "data": {data["tar"]: data["mdps"] for data in react["datas"]},
        }
        for react in run.getreactjson()["reacts"]
    }
    for run in experiment.runs()
}
print(
    json.dumps(
        {
            "isValid": "RDML file is valid" in opened.validate(),
            "version": opened.version(),
            "experiment": experiment["id"],
            "dyes": {target["id"]: target["dyeId"] for target in opened.targets()},
            "runs": runs,
        }
    )
)
