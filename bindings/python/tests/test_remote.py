"""Games in a bucket of S3: PGN, compressed PGN, and a database that is read in parts. The server is moto, on this machine."""

import gzip
import json
import logging
import os

import boto3
import pyarrow as pa
import pytest
from moto.server import ThreadedMotoServer

import tabiya

QUERIES = ["mate", 'result 1-0 check', "next (check . mate)", "false"]


@pytest.fixture(scope="module")
def bucket(sample, tmp_path_factory):
    """The environment that names a server, with the sample games in the bucket `games`."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    _, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT": f"http://127.0.0.1:{port}",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
    }
    store = boto3.client(
        "s3",
        endpoint_url=settings["AWS_ENDPOINT"],
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    store.create_bucket(Bucket="games")
    base = tmp_path_factory.mktemp("base") / "base.tabiya"
    tabiya.index(str(sample), str(base))
    pgn, database = sample.read_bytes(), base.read_bytes()
    files = {
        "sample.pgn": pgn,
        "all/one.pgn.gz": gzip.compress(pgn),
        "all/two.pgn": pgn,
        "all/notes.txt": b"no games",
        "base.tabiya": database,
        "empty.pgn": b"",
        "manifest.json": json.dumps(
            {
                "format": "tabiya-shards",
                "version": 1,
                "shards": [{"path": "base.tabiya", "games": 68, "bytes": len(database)}],
            }
        ).encode(),
    }
    for name, data in files.items():
        store.put_object(Bucket="games", Key=name, Body=data)
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    yield store
    server.stop()
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def rows(query, games):
    return pa.table(tabiya.search(query, games)).drop_columns(["file"]).to_pylist()


@pytest.mark.parametrize("query", QUERIES)
def test_as_in_files(query, sample, bucket):
    expected = rows(query, str(sample))
    for name in ["sample.pgn", "base.tabiya", "all/one.pgn.gz"]:
        assert rows(query, f"s3://games/{name}") == expected
    assert rows(query, ["s3://games/all/", str(sample)]) == expected * 3
    assert rows(query, "s3://games/all/*.pgn") == expected


def test_names_and_sums(sample, bucket):
    found = pa.table(tabiya.search("mate", "s3://games/all/"))
    assert sorted(set(found["file"].to_pylist())) == ["s3://games/all/one.pgn.gz", "s3://games/all/two.pgn"]
    [tree, expected] = [tabiya.tree(games) for games in ["s3://games/base.tabiya", str(sample)]]
    assert tree["moves"] == expected["moves"]


def test_what_cannot_be_read(bucket):
    with pytest.raises(tabiya.GamesError, match=r"s3://games/none\.pgn: there is no such file.*spelling"):
        list(tabiya.search("mate", "s3://games/none.pgn"))
    with pytest.raises(tabiya.GamesError, match="there is no such"):
        list(tabiya.search("mate", "s3://other/none.pgn"))
    with pytest.raises(FileNotFoundError, match="no file matches"):
        tabiya.search("mate", "s3://games/none*.pgn")
    with pytest.warns(tabiya.GamesWarning, match="no game"):
        assert list(tabiya.search("mate", "s3://games/empty.pgn")) == []


def test_sql(sql_program, bucket):
    for games in ["s3://games/sample.pgn", "s3://games/base.tabiya", "s3://games/manifest.json"]:
        statement = f"select count(*) as n from cql('mate', '{games}')"
        assert list(tabiya.sql(statement)) == [{"n": 20}]
    with pytest.raises(tabiya.SqlError, match="there is no such file"):
        list(tabiya.sql("select count(*) as n from games('s3://games/none.pgn')"))


def test_files_are_not_written_at_an_address(bucket, sample):
    with pytest.raises(OSError, match="not at an address"):
        tabiya.index(str(sample), "s3://games/new.tabiya")
